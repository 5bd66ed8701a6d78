export { PROVIDERS, type Provider } from "../../lib/ai-providers";
