let isListening = false;

/**
 * Ends a program whenever this process ends. A program with children needs a signal that it passes on.
 * @param {import('node:child_process').ChildProcess} program
 * @param {NodeJS.Signals} signal
 */
export function endWithProcess(program, signal = 'SIGKILL') {
  const kill = () => void program.kill(signal);
  process.once('exit', kill);
  program.once('exit', () => process.off('exit', kill));
  if (isListening) return;
  isListening = true;
  for (const asked of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(asked, () => process.exit(1));
}
