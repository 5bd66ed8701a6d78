declare module "openapi-explorer/dist/browser/openapi-explorer.min.js" {
  const script: string;
  export default script;
}
