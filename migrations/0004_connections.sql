CREATE TABLE `connection` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`client_id` text NOT NULL,
	`client_name` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`scopes` text NOT NULL,
	`domains` text,
	`resource` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	`code_hash` text NOT NULL,
	`code_challenge` text NOT NULL,
	`code_expires_at` integer NOT NULL,
	`code_used_at` integer,
	`access_hash` text,
	`access_expires_at` integer,
	`family_hash` text,
	`refresh_hash` text,
	`replaced_hash` text,
	`replaced_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `account`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `connection_account` ON `connection` (`account_id`);--> statement-breakpoint
CREATE INDEX `connection_user` ON `connection` (`user_id`);--> statement-breakpoint
CREATE INDEX `connection_client` ON `connection` (`client_id`);--> statement-breakpoint
CREATE INDEX `connection_expiry` ON `connection` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `connection_code` ON `connection` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `connection_access` ON `connection` (`access_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `connection_family` ON `connection` (`family_hash`);--> statement-breakpoint
CREATE TABLE `oauth_client` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`address` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_client_address` ON `oauth_client` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_client_expiry` ON `oauth_client` (`expires_at`);