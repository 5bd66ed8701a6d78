ALTER TABLE `domain` ADD `audit_since` integer;--> statement-breakpoint
ALTER TABLE `domain` ADD `canonical_redirects` integer DEFAULT false NOT NULL;