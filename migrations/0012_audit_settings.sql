ALTER TABLE `domain` ADD `audit_scope` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `audit_extractors` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `audit_access` text;