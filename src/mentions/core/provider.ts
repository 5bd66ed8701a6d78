export { API_PROVIDERS, PROVIDERS, type Provider } from "../../lib/ai-providers";
