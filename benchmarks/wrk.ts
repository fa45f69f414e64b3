import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns requests per second, measured with wrk, which needs little of the machine. Throws on errors. */
export async function requestsPerSecond(
  url: string,
  {
    headers = {},
    connections = 16,
    seconds = 5,
  }: { headers?: Record<string, string>; connections?: number; seconds?: number },
): Promise<number> {
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]);
}
