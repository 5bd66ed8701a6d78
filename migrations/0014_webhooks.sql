CREATE TABLE `event_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_outbox_account` ON `event_outbox` (`account_id`);--> statement-breakpoint
CREATE INDEX `event_outbox_domain` ON `event_outbox` (`domain_id`);--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text,
	`description` text NOT NULL,
	`origin` text NOT NULL,
	`sealed_url` text NOT NULL,
	`format` text NOT NULL,
	`events` text,
	`sealed_secret` text NOT NULL,
	`previous_secret` text,
	`previous_until` integer,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`disabled_reason` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_account` ON `webhook` (`account_id`);--> statement-breakpoint
CREATE INDEX `webhook_domain` ON `webhook` (`domain_id`);