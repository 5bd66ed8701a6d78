DROP INDEX `prompt_run_open`;--> statement-breakpoint
CREATE INDEX `prompt_run_open` ON `prompt_run` (`next_at`) WHERE finished_at IS NULL;