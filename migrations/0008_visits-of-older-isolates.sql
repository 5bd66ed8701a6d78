-- Visits are counted by their domain's object. An isolate of the release before, which counts here, begins with this insert:
-- it fails, and the queue delivers the visits again until an isolate of this release gets them.
CREATE TRIGGER `visit_seen_closed` BEFORE INSERT ON `visit_seen`
BEGIN
  SELECT RAISE(ABORT, 'visits are counted by the objects of their domains');
END;
