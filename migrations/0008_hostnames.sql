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
CREATE INDEX `domain_external_id` ON `domain` (`account_id`,`external_id`) WHERE external_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `domain_custom_hostname` ON `domain` (`domain`) WHERE custom_hostname = 1;