/**
 * Most milliseconds of CPU that this thread spent without a break while something ran: what others do on the machine
 * does not count.
 */
export async function longestBlock(run: () => Promise<void>): Promise<number> {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = spent();
  const timer = setInterval(() => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  }, 2);
  await run();
  clearInterval(timer);
  return longest;
}
