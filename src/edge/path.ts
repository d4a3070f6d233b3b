/**
 * Does a path lead to the API of a site? Its percent-encoding is read as `resolve` reads it.
 * @param folder the path of the site's folder, with a slash at both ends
 */
export function isApiPath(folder: string, path: string): boolean {
  if (!path.startsWith(folder)) return false;
  const [first = ''] = path.slice(folder.length).split('/', 1);
  try {
    return decodeURIComponent(first) === 'api';
  } catch {
    return false;
  }
}
