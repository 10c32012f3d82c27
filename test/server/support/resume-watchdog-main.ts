// Watches over the process whose id it is given until it is killed itself.
import { Waker } from '../../../server/pool/resume-watchdog.ts'

const waker = new Waker()
waker.add(Number(process.argv[2]))
process.stdout.write(waker.isWatching() ? 'watching\n' : 'unable\n')
setInterval(() => {}, 60_000)
