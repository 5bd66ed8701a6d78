CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`plan` text NOT NULL,
	`limit_overrides` text,
	`created_at` integer NOT NULL,
	`suspended_at` integer,
	`suspended_reason` text,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `account_deleted` ON `account` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `action_log` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`target` text,
	`detail` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `action_log_account` ON `action_log` (`account_id`,`at`);--> statement-breakpoint
CREATE INDEX `action_log_action` ON `action_log` (`account_id`,`action`,`at`);--> statement-breakpoint
CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash_unique` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_account` ON `api_key` (`account_id`);--> statement-breakpoint
CREATE TABLE `credential` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `credential_user` ON `credential` (`user_id`);--> statement-breakpoint
CREATE TABLE `domain` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain` text NOT NULL,
	`origin` text,
	`sitemap_url` text,
	`brand_name` text,
	`brand_aliases` text,
	`category` text,
	`exclude_phrases` text,
	`competitors` text,
	`snapshot_ttl_hours` integer DEFAULT 24 NOT NULL,
	`ignored_parameters` text,
	`render_rules` text,
	`soft_404` text DEFAULT 'detect' NOT NULL,
	`markdown` integer DEFAULT false NOT NULL,
	`llms_txt` integer DEFAULT false NOT NULL,
	`audit_frequency` text DEFAULT 'none' NOT NULL,
	`audit_scope` text,
	`audit_extractors` text,
	`audit_access` text,
	`audit_since` integer,
	`canonical_redirects` integer DEFAULT false NOT NULL,
	`verification_token` text NOT NULL,
	`verification_method` text,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`audit_not_before` integer DEFAULT 0 NOT NULL,
	`purge_not_before` integer DEFAULT 0 NOT NULL,
	`upkeep_not_before` integer DEFAULT 0 NOT NULL,
	`suspended_at` integer,
	`wanted_origin` text,
	`origin_proof` text,
	`proof_checked_at` integer,
	`proof_seen_at` integer,
	`proof_lost_at` integer,
	`released_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `domain_in_account` ON `domain` (`account_id`,`domain`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `domain_deleted` ON `domain` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `domain_verified` ON `domain` (`domain`) WHERE verified_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `domain_released` ON `domain` (`released_at`) WHERE released_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `membership` (
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`domains` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `user_id`),
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `membership_user` ON `membership` (`user_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE TABLE `stats_token` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stats_token_hash_unique` ON `stats_token` (`hash`);--> statement-breakpoint
CREATE INDEX `stats_token_account` ON `stats_token` (`account_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`image` text,
	`two_factor_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_part` (
	`domain_id` text NOT NULL,
	`hash` text NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`domain_id`, `hash`),
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_run` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`domain` text NOT NULL,
	`status` text NOT NULL,
	`trigger` text NOT NULL,
	`frequency` text NOT NULL,
	`mode` text NOT NULL,
	`scope_key` text NOT NULL,
	`page_limit` integer DEFAULT 0 NOT NULL,
	`slot` text,
	`started_at` integer NOT NULL,
	`completed_at` integer,
	`heartbeat_at` integer NOT NULL,
	`pages_crawled` integer DEFAULT 0 NOT NULL,
	`health_score` real DEFAULT 0 NOT NULL,
	`issue_count` integer DEFAULT 0 NOT NULL,
	`delta_issues` integer DEFAULT 0 NOT NULL,
	`delta_health` real DEFAULT 0 NOT NULL,
	`run_count` integer DEFAULT 0 NOT NULL,
	`close_reason` text,
	`needs_continuation` integer DEFAULT false NOT NULL,
	`hit_url_limit` integer DEFAULT false NOT NULL,
	`error_message` text,
	`robots_analysis` text,
	`crawl_stats` text,
	`sitemap_issues` text,
	`top_issues` text,
	`parts` text,
	`archive_key` text,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_run_one_active` ON `audit_run` (`domain_id`) WHERE status IN ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX `audit_run_slot` ON `audit_run` (`domain_id`,`slot`);--> statement-breakpoint
CREATE INDEX `audit_run_account` ON `audit_run` (`account_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `audit_run_domain` ON `audit_run` (`domain_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `audit_usage` (
	`run_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`pages` integer NOT NULL,
	`on_demand` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_usage_account` ON `audit_usage` (`account_id`,`month`);--> statement-breakpoint
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
CREATE INDEX `webhook_domain` ON `webhook` (`domain_id`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`domains` text,
	`token_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_in_account` ON `invitation` (`account_id`,`email`);--> statement-breakpoint
CREATE INDEX `invitation_email` ON `invitation` (`email`);--> statement-breakpoint
CREATE INDEX `invitation_token` ON `invitation` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitation_expiry` ON `invitation` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mail_token` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_token_user` ON `mail_token` (`user_id`);--> statement-breakpoint
CREATE INDEX `mail_token_expiry` ON `mail_token` (`expires_at`);--> statement-breakpoint
CREATE TABLE `printed_mail` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `printed_mail_at` ON `printed_mail` (`at`);--> statement-breakpoint
CREATE TABLE `two_factor` (
	`id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`backup_codes` text NOT NULL,
	`user_id` text NOT NULL,
	`verified` integer DEFAULT true NOT NULL,
	`failed_verification_count` integer DEFAULT 0 NOT NULL,
	`locked_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `two_factor_user` ON `two_factor` (`user_id`);--> statement-breakpoint
CREATE TABLE `analysis_call` (
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`turn` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`provider` text NOT NULL,
	`day` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`outcome` text,
	`input_tokens` integer,
	`output_tokens` integer,
	`searches` integer,
	PRIMARY KEY(`run_id`, `attempt`, `turn`)
);
--> statement-breakpoint
CREATE INDEX `analysis_call_day` ON `analysis_call` (`account_id`,`day`);--> statement-breakpoint
CREATE TABLE `call_month` (
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`ledger` text NOT NULL,
	`provider` text NOT NULL,
	`calls` integer NOT NULL,
	`answered` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`searches` integer NOT NULL,
	PRIMARY KEY(`account_id`, `month`, `ledger`, `provider`)
);
--> statement-breakpoint
CREATE TABLE `domain_answers` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`rules_key` text DEFAULT '' NOT NULL,
	`mark` integer DEFAULT 0 NOT NULL,
	`settled_to` text DEFAULT '' NOT NULL,
	`gone` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `prompt` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`prompt_text` text NOT NULL,
	`intent` text NOT NULL,
	`active` integer DEFAULT 1 NOT NULL,
	`providers` text NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`persona_location` text DEFAULT '{}' NOT NULL,
	`monitor_interval` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompt_account` ON `prompt` (`account_id`);--> statement-breakpoint
CREATE INDEX `prompt_domain` ON `prompt` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `prompt_run` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`prompt_id` text NOT NULL,
	`provider` text NOT NULL,
	`slot` text NOT NULL,
	`date_utc` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`deadline_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`answered_at` integer,
	`analysis_attempts` integer DEFAULT 0 NOT NULL,
	`error_code` text,
	`error_text` text,
	`finished_at` integer,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`prompt_id`) REFERENCES `prompt`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompt_run_slot` ON `prompt_run` (`prompt_id`,`provider`,`slot`);--> statement-breakpoint
CREATE INDEX `prompt_run_domain` ON `prompt_run` (`domain_id`,`date_utc`,`created_at`);--> statement-breakpoint
CREATE INDEX `prompt_run_open` ON `prompt_run` (`next_at`) WHERE status IN ('queued', 'running', 'answered');--> statement-breakpoint
CREATE TABLE `prompt_schedule` (
	`prompt_id` text NOT NULL,
	`provider` text NOT NULL,
	`next_run_at` integer NOT NULL,
	`level` integer DEFAULT 2 NOT NULL,
	`streak` integer DEFAULT 0 NOT NULL,
	`ewma` real DEFAULT 0 NOT NULL,
	`settled_good_at` integer,
	`fail_streak` integer DEFAULT 0 NOT NULL,
	`baseline_from` integer DEFAULT 0 NOT NULL,
	`learnt_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`prompt_id`, `provider`),
	FOREIGN KEY (`prompt_id`) REFERENCES `prompt`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `prompt_schedule_due` ON `prompt_schedule` (`next_run_at`);--> statement-breakpoint
CREATE TABLE `provider_breaker` (
	`provider` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`open_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `provider_call` (
	`run_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`turn` integer DEFAULT 1 NOT NULL,
	`account_id` text NOT NULL,
	`provider` text NOT NULL,
	`day` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`outcome` text,
	`input_tokens` integer,
	`output_tokens` integer,
	`searches` integer,
	PRIMARY KEY(`run_id`, `attempt`, `turn`)
);
--> statement-breakpoint
CREATE INDEX `provider_call_day` ON `provider_call` (`account_id`,`day`);--> statement-breakpoint
CREATE TABLE `report_due` (
	`domain_id` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL,
	`forced` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `dead_letter` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`arrived_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letter_arrived` ON `dead_letter` (`arrived_at`);--> statement-breakpoint
CREATE TABLE `platform_usage` (
	`month` text NOT NULL,
	`account_id` text NOT NULL,
	`units` text NOT NULL,
	PRIMARY KEY(`month`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `service_usage` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);
--> statement-breakpoint
-- Keeps the latest 5,000 entries of each action of an account, except who created it. One insert in 64 looks, because the
-- look counts that many index entries.
CREATE TRIGGER `action_log_bounded` AFTER INSERT ON `action_log`
WHEN NEW.rowid % 64 = 0 AND NEW.action <> 'account.created'
BEGIN
  DELETE FROM action_log WHERE rowid IN (
    SELECT rowid FROM action_log WHERE account_id = NEW.account_id AND action = NEW.action AND at < (
      SELECT at FROM action_log WHERE account_id = NEW.account_id AND action = NEW.action
      ORDER BY at DESC LIMIT 1 OFFSET 4999)
    ORDER BY at LIMIT 1000);
END;
