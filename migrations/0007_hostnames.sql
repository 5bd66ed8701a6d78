CREATE TABLE `custom_hostname` (
	`hostname` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`unwanted` integer DEFAULT false NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`cloudflare_id` text,
	`is_ours` integer,
	`tried_from` integer,
	`tried_until` integer,
	`records` text,
	`problems` text,
	`hostname_status` text,
	`certificate_status` text,
	`looks` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT false NOT NULL,
	`not_before` integer DEFAULT 0 NOT NULL,
	`checked_at` integer,
	`changed_at` integer
);
--> statement-breakpoint
CREATE INDEX `custom_hostname_due` ON `custom_hostname` (`not_before`,`account_id`);--> statement-breakpoint
CREATE TABLE `domain_usage` (
	`month` text NOT NULL,
	`domain_id` text NOT NULL,
	`units` text NOT NULL,
	PRIMARY KEY(`domain_id`, `month`)
);
--> statement-breakpoint
ALTER TABLE `domain` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `custom_hostname` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `domain_external_id` ON `domain` (`account_id`,`external_id`) WHERE external_id IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `domain_custom_hostname` ON `domain` (`domain`) WHERE custom_hostname = 1;--> statement-breakpoint
-- drizzle-kit has no triggers. They keep custom_hostname in step with whatever writes a domain, in the same transaction.
-- On the free plan, a domain gets its hostname when it is verified, so that strangers can't use up the operator's.
CREATE TRIGGER `domain_added_with_hostname` AFTER INSERT ON `domain`
WHEN NEW.custom_hostname = 1 AND NEW.deleted_at IS NULL
  AND (NEW.verified_at IS NOT NULL OR (SELECT plan FROM account WHERE id = NEW.account_id) <> 'free')
BEGIN
  INSERT INTO custom_hostname (hostname, account_id) VALUES (NEW.domain, NEW.account_id)
  ON CONFLICT (hostname) DO UPDATE SET unwanted = 0, not_before = 0, account_id = excluded.account_id WHERE unwanted = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `domain_wants_hostname` AFTER UPDATE OF `custom_hostname`, `verified_at` ON `domain`
WHEN NEW.custom_hostname = 1 AND NEW.deleted_at IS NULL
  AND (OLD.custom_hostname = 0 OR (OLD.verified_at IS NULL AND NEW.verified_at IS NOT NULL))
  AND (NEW.verified_at IS NOT NULL OR (SELECT plan FROM account WHERE id = NEW.account_id) <> 'free')
BEGIN
  INSERT INTO custom_hostname (hostname, account_id) VALUES (NEW.domain, NEW.account_id)
  ON CONFLICT (hostname) DO UPDATE SET unwanted = 0, not_before = 0, account_id = excluded.account_id WHERE unwanted = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `domain_leaves_hostname` AFTER UPDATE OF `custom_hostname`, `deleted_at` ON `domain`
WHEN OLD.custom_hostname = 1 AND OLD.deleted_at IS NULL AND (NEW.custom_hostname = 0 OR NEW.deleted_at IS NOT NULL)
BEGIN
  UPDATE custom_hostname SET unwanted = 1, not_before = 0 WHERE hostname = OLD.domain AND unwanted = 0
    AND NOT EXISTS (SELECT 1 FROM domain WHERE domain = OLD.domain AND custom_hostname = 1 AND deleted_at IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `domain_row_leaves_hostname` AFTER DELETE ON `domain`
WHEN OLD.custom_hostname = 1 AND OLD.deleted_at IS NULL
BEGIN
  UPDATE custom_hostname SET unwanted = 1, not_before = 0 WHERE hostname = OLD.domain AND unwanted = 0
    AND NOT EXISTS (SELECT 1 FROM domain WHERE domain = OLD.domain AND custom_hostname = 1 AND deleted_at IS NULL);
END;
