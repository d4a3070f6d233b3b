/** A command that sends a request, ready to be pasted. */
export const formatRequest = (address: string): string => `curl '${escaped(address)}'`;

/**
 * Commands that get the answer to a request by client.js, also from a host that can't answer it. Node imports no module
 * from a host.
 * @param folder the address of the site's folder, with a slash at its end
 */
export function formatClientRequest(folder: string, address: string): string {
  const site = escaped(folder);
  const path = escaped(address).slice(site.length - 1);
  return `curl -fsSo client.mjs '${site}client.js'
node --input-type=module -e 'import { connect } from "./client.mjs";
const api = await connect("${site}");
console.log(JSON.stringify(await api.get("${path}"), null, 2));'`;
}

/** These characters end or change a quoted text, or are patterns of curl; they may follow the host only. */
function escaped(address: string): string {
  const { origin } = new URL(address);
  const rest = address.slice(origin.length);
  return origin + rest.replace(/['\\[\]{}]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
