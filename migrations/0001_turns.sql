ALTER TABLE `domain` ADD `audit_not_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `domain` ADD `purge_not_before` integer DEFAULT 0 NOT NULL;