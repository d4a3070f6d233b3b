import { basePath, type Grid } from '../core/grid.ts';
import { STYLE } from '../describe/files.ts';
import { markup } from '../util/markup.ts';

/** The page for people who open a path outside of the API at which nothing is. It leads to the site. */
export function notFoundPage(grid: Grid): string {
  const folder = `${basePath(grid)}/`;
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<link rel="stylesheet" href="${folder}${STYLE}">
<main class="masthead">
<h1>Nothing is at this address</h1>
<p class="actions"><a class="button primary" href="${folder}">Open the start page</a></p>
</main>
`.text;
}
