CREATE TABLE `cron_tick` (
	`cron` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`queued_at` integer NOT NULL,
	`first_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `operator_log` (
	`id` text PRIMARY KEY NOT NULL,
	`action` text NOT NULL,
	`target` text,
	`detail` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `operator_log_at` ON `operator_log` (`at`,`id`);--> statement-breakpoint
CREATE TABLE `service_fault` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `provider_breaker` ADD `failing_since` integer;--> statement-breakpoint
ALTER TABLE `dead_letter` ADD `claimed_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `dead_letter_queue` ON `dead_letter` (`queue`,`arrived_at`);