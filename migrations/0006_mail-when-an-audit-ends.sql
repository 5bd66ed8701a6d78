ALTER TABLE `audit_run` ADD `mail_to` text;--> statement-breakpoint
CREATE INDEX `audit_run_mail` ON `audit_run` (`completed_at`) WHERE mail_to IS NOT NULL;