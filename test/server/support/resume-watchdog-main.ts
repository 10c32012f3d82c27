// Arms a watchdog for the process whose id it is given, and waits to be killed.
import { ResumeWatchdog } from '../../../server/pool/resume-watchdog.ts'

const watchdog = new ResumeWatchdog()
watchdog.add(Number(process.argv[2]))
process.stdout.write(watchdog.arm() ? 'armed\n' : 'unable\n')
setInterval(() => {}, 60_000)
