export { announceEvents } from "./announce-events";
export { eventRecorded, recordEvents, type NewEvent } from "./outbox-repo";
