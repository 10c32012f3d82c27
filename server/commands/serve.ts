import type { Command } from 'commander'
import { serve } from '../serve.ts'
import { BadInput, type Surroundings } from './command.ts'

export function addServe(program: Command, { environment, out }: Surroundings): void {
  program
    .command('serve')
    .description('run the HTTP service; settings come from the environment')
    .action(async () => {
      const code = await serve(environment, (line) => out(`${line}\n`))
      if (code !== 0) throw new BadInput('')
    })
}
