// Who belongs to the team, in which role; invitations by link; and what was done, for owners.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tellFailure } from '../parts/messages.tsx'
import { call, ofTeam } from '../state/api.ts'
import { session, team } from '../state/session.ts'
import { t, when } from '../text/text.ts'

interface Member {
  readonly id: string
  readonly name: string
  readonly display_name: string
  readonly role: Role
}

interface MembersAnswer {
  readonly members: readonly Member[]
  readonly invitations: readonly { readonly id: string; readonly role: Role; readonly note: string; readonly expires_at: string }[]
}

const ROLES = { viewer: 'roleViewer', editor: 'roleEditor', publisher: 'rolePublisher', owner: 'roleOwner' } as const
type Role = keyof typeof ROLES
// The keys of the record above.
const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]

export function MembersScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const mayManage = team.value?.may_manage === true
  const loaded = useLoaded((signal) => call<MembersAnswer>(ofTeam(teamId, '/members'), { signal }), [teamId])
  const [isInviting, setInviting] = useState(false)
  const [resetUrl, setResetUrl] = useState<string>()
  const change = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    await call(ofTeam(teamId, path), { method, ...(body === undefined ? {} : { body }) }).catch(tellFailure)
    loaded.reload()
  }
  const reset = async (id: string): Promise<void> => {
    const made = await call<{ url: string }>(ofTeam(teamId, `/members/${id}/reset`), { method: 'POST' }).catch(tellFailure)
    setResetUrl(made?.url)
  }
  return (
    <section aria-labelledby="title">
      <div class="heading">
        <h1 id="title">{t('members')}</h1>
        {mayManage ? (
          <button type="button" class="primary" onClick={() => setInviting(true)}>
            {t('invite')}
          </button>
        ) : null}
      </div>
      <Shown of={loaded}>
        {({ members, invitations }) => (
          <>
            <ul class="rows">
              {members.map((member) => (
                <li key={member.id}>
                  <span class="grow">
                    <strong>{member.display_name}</strong>
                    <br />
                    <span class="muted">{member.name}</span>
                  </span>
                  {mayManage ? (
                    <RoleChoice
                      role={member.role}
                      name={member.display_name}
                      onChange={(role) => void change('PUT', `/members/${member.id}`, { role })}
                    />
                  ) : (
                    <span>{t(ROLES[member.role])}</span>
                  )}
                  {mayManage && member.id !== session.value?.user.id ? (
                    <>
                      <button type="button" class="quiet" onClick={() => void reset(member.id)}>
                        {t('resetLink')}
                      </button>
                      <button
                        type="button"
                        class="quiet"
                        aria-label={`${t('remove')}: ${member.display_name}`}
                        onClick={() => void change('DELETE', `/members/${member.id}`)}
                      >
                        {t('remove')}
                      </button>
                    </>
                  ) : null}
                </li>
              ))}
            </ul>
            {invitations.length === 0 ? null : (
              <>
                <h2>{t('invitations')}</h2>
                <ul class="rows">
                  {invitations.map(({ id, role, note, expires_at }) => (
                    <li key={id}>
                      <span class="grow">
                        <strong>{note || t(ROLES[role])}</strong>
                        <br />
                        <span class="muted">
                          {t('expires')}: {when(expires_at)}
                        </span>
                      </span>
                      <button type="button" class="quiet" onClick={() => void change('DELETE', `/invitations/${id}`)}>
                        {t('remove')}
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Shown>
      {mayManage ? <AuditLog teamId={teamId} /> : null}
      {isInviting ? <Invite teamId={teamId} onMade={loaded.reload} onClose={() => setInviting(false)} /> : null}
      {resetUrl === undefined ? null : (
        <ShowLink title={t('resetLink')} text={t('resetMade')} url={resetUrl} onClose={() => setResetUrl(undefined)} />
      )}
    </section>
  )
}

function RoleChoice({ role, name, onChange }: { readonly role: Role; readonly name: string; onChange(role: Role): void }): JSX.Element {
  return (
    <select
      aria-label={`${t('role')}: ${name}`}
      value={role}
      onChange={({ currentTarget }) => {
        const chosen = ROLE_NAMES.find((candidate) => candidate === currentTarget.value)
        if (chosen !== undefined) onChange(chosen)
      }}
    >
      {ROLE_NAMES.map((value) => (
        <option key={value} value={value}>
          {t(ROLES[value])}
        </option>
      ))}
    </select>
  )
}

function Invite({ teamId, onMade, onClose }: { readonly teamId: string; onMade(): void; onClose(): void }): JSX.Element {
  const [url, setUrl] = useState<string>()
  const submit = async ({ role = '', note = '' }: Readonly<Record<string, string>>): Promise<void> => {
    setUrl((await call<{ url: string }>(ofTeam(teamId, '/invitations'), { method: 'POST', body: { role, note } })).url)
    onMade()
  }
  if (url !== undefined) return <ShowLink title={t('invite')} text={t('inviteMade')} url={url} onClose={onClose} />
  return (
    <Dialog title={t('invite')} onClose={onClose}>
      <Form
        action={t('create')}
        submit={submit}
        more={
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
        }
      >
        {(problems) => (
          <>
            <p class="field">
              <label for="invite-role">{t('role')}</label>
              <select id="invite-role" name="role">
                {ROLE_NAMES.map((role) => (
                  <option key={role} value={role}>
                    {t(ROLES[role])}
                  </option>
                ))}
              </select>
            </p>
            <Field name="note" label={t('inviteNote')} isRequired={false} problems={problems} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function ShowLink({
  title,
  text,
  url,
  onClose,
}: {
  readonly title: string
  readonly text: string
  readonly url: string
  onClose(): void
}): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Copy text={url} label={title} />
      <p class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}

interface AuditEntry {
  readonly at: number
  readonly user: string
  readonly action: string
  readonly subject: string
}

function AuditLog({ teamId }: { readonly teamId: string }): JSX.Element {
  const loaded = useLoaded((signal) => call<readonly AuditEntry[]>(ofTeam(teamId, '/audit'), { signal }), [teamId])
  return (
    <details>
      <summary>{t('auditLog')}</summary>
      <Shown of={loaded}>
        {(entries) => (
          <ul class="log">
            {entries.map(({ at, user, action, subject }, i) => (
              <li key={i}>
                <time dateTime={new Date(at).toISOString()}>{when(new Date(at).toISOString())}</time> <strong>{user}</strong> {action}{' '}
                <span class="muted">{subject}</span>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </details>
  )
}
