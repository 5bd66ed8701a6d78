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
ALTER TABLE `domain` ADD `category` text;--> statement-breakpoint
ALTER TABLE `domain` ADD `exclude_phrases` text;--> statement-breakpoint
ALTER TABLE `answer_fact` ADD `tone_found` integer DEFAULT 1 NOT NULL;