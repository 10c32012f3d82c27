import type { Command } from 'commander'
import { BadInput, type CommandContext } from './command.ts'

export function addServe(program: Command, { environment, out }: CommandContext): void {
  program
    .command('serve')
    .description('run the HTTP service; settings come from the environment')
    .action(async () => {
      // Imported on demand: no other command needs the service.
      const { serve } = await import('../serve.ts')
      const code = await serve(environment, (line) => out(`${line}\n`))
      if (code !== 0) throw new BadInput('')
    })
}
