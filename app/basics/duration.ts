/** 'a minute', '3 minutes': how long somebody must wait who did too much at once; rounded up. */
export function formatMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
