ALTER TABLE `audit_run` ADD `score_state` text;--> statement-breakpoint
ALTER TABLE `audit_run` ADD `rendered_health_score` real;--> statement-breakpoint
ALTER TABLE `audit_run` ADD `site_score` real;