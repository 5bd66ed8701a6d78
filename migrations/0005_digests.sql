CREATE TABLE `digest` (
	`domain_id` text NOT NULL,
	`user_id` text NOT NULL,
	`week` text NOT NULL,
	`stopped_at` integer,
	PRIMARY KEY(`domain_id`, `user_id`),
	FOREIGN KEY (`domain_id`) REFERENCES `domain`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_user` ON `digest` (`user_id`);