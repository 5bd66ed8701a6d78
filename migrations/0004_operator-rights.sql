CREATE TABLE `dead_letter` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`arrived_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letter_arrived` ON `dead_letter` (`arrived_at`);--> statement-breakpoint
CREATE TABLE `service_usage` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `account` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `suspended_reason` text;--> statement-breakpoint
ALTER TABLE `account` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `wanted_origin` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `origin_proof` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `proof_checked_at` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `proof_seen_at` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `proof_lost_at` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `released_at` integer;--> statement-breakpoint
CREATE INDEX `domain_released` ON `domain` (`released_at`) WHERE released_at IS NOT NULL;