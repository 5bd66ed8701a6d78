ALTER TABLE `answer_fact` ADD `search` text;--> statement-breakpoint
ALTER TABLE `prompt_run` ADD `search` text;