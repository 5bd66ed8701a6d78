// The reader of the API's description. It loads after the page stands, because it is large.

void import("openapi-explorer/dist/browser/openapi-explorer.min.js");
