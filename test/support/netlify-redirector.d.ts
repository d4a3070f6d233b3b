/** Netlify's rule engine, which has neither types nor documentation: only what the tests use. */
declare module 'netlify-redirector' {
  interface Request {
    readonly scheme: string;
    readonly host: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly cookieValues: Readonly<Record<string, string>>;
    getHeader(name: string): string;
    getCookie(name: string): string;
  }
  interface Match {
    /** The target, with what the rule captured put in. */
    readonly to: string;
    readonly status: number;
    readonly force: boolean;
  }
  export interface Matcher {
    /** The first rule that holds. */
    match(request: Request): Match | null;
  }
  const engine: { parseJSON(rules: string, options: object): Promise<Matcher> };
  export default engine;
}
