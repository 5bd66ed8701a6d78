CREATE TABLE `audit_part` (
	`domain_id` text NOT NULL,
	`hash` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`domain_id`, `hash`),
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `domain` ADD `upkeep_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_run` ADD `parts` text;