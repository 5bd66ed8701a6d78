declare module "isolate-*";
