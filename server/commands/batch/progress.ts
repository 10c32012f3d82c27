const WIDTH = 24

/** The progress of a run: `██████░░░░░░  512 of 2048, 43 a second, 36 s left`. `resumed` documents existed before it began. */
export function progressLine(run: { done: number; total: number; resumed: number; seconds: number }): string {
  const { done, total, resumed, seconds } = run
  const share = total === 0 ? 1 : done / total
  const filled = Math.min(WIDTH, Math.floor(share * WIDTH))
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  const rate = seconds > 0 ? (done - resumed) / seconds : 0
  const speed = rate > 0 ? `, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second, ${timeLeft((total - done) / rate)} left` : ''
  return `${bar}  ${done} of ${total}${speed}`
}

function timeLeft(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`
  return seconds < 6000 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
