// What changes the documents of everybody stands in the audit log of the team: who published or deleted a template, with a session or with a token.
import type { AppDeps } from '../deps.ts'
import type { RouteExchange } from '../exchange.ts'

type TemplateAction = 'template.publish' | 'template.delete' | 'template.undelete'

export async function auditTemplate(
  { state }: RouteExchange,
  { web }: Pick<AppDeps, 'web'>,
  action: TemplateAction,
  subject: string,
): Promise<void> {
  const { token, signedIn, address } = state
  if (token === undefined) throw new Error('a template was changed without a token')
  await web?.accounts.audit({
    teamId: token.teamId,
    user: signedIn?.user,
    name: signedIn?.user.name ?? token.name,
    action,
    subject,
    address,
  })
}
