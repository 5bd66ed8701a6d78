/** State of a run after a step: ended, or waiting until an instant (epoch ms). */
export type PromptProgress = { done: true } | { againAt: number };
