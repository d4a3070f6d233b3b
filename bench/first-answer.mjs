/**
 * A thread of `bench/answer.mjs`, so a fresh isolate: answers one request from a site in memory, and tells
 * the milliseconds of processor.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { answer, openSite } from '../lib/answer.bundle.js';

const { url, files } = workerData;
const request = new Request(url);
// Node loads its parts of the Fetch standard when they are first used, which takes longer than an answer.
await new Response('').arrayBuffer();
const before = process.cpuUsage();
const response = await answer(request, await openSite(async (file) => files.get(file) ?? null));
await response.arrayBuffer();
const { user, system } = process.cpuUsage(before);
parentPort.postMessage((user + system) / 1000);
