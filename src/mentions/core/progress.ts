/** Where a run stands after it was moved on: at its end, or waiting until a wall-clock instant (epoch ms). */
export type PromptProgress = { done: true } | { againAt: number };
