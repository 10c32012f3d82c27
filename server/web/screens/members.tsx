// Who belongs to the team, in which role; invitations by link; and what was done, for owners.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog, MakeDialog, SecretDialog } from '../parts/ask.tsx'
import { Field } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Menu } from '../parts/menu.tsx'
import { showFailure } from '../parts/messages.tsx'
import { Page } from '../parts/page.tsx'
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
  const [removing, setRemoving] = useState<Member>()
  const change = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    await call(ofTeam(teamId, path), { method, ...(body === undefined ? {} : { body }) }).catch(showFailure)
    loaded.reload()
  }
  const reset = async (id: string): Promise<void> => {
    const made = await call<{ url: string }>(ofTeam(teamId, `/members/${id}/reset`), { method: 'POST' }).catch(showFailure)
    setResetUrl(made?.url)
  }
  return (
    <Page
      title={t('members')}
      intro={t('membersIntro')}
      actions={
        mayManage ? (
          <button type="button" class="primary" onClick={() => setInviting(true)}>
            {t('invite')}
          </button>
        ) : null
      }
    >
      <Shown of={loaded}>
        {({ members, invitations }) => (
          <>
            <ul class="rows">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onRole={(role) => void change('PUT', `/members/${member.id}`, { role })}
                  onReset={() => void reset(member.id)}
                  onRemove={() => setRemoving(member)}
                />
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
      {removing === undefined ? null : (
        <ConfirmDialog
          title={t('remove')}
          text={t('removeMemberQuestion', { name: removing.display_name })}
          yes={t('remove')}
          onYes={() => {
            setRemoving(undefined)
            void change('DELETE', `/members/${removing.id}`)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {isInviting ? <Invite teamId={teamId} onMade={loaded.reload} onClose={() => setInviting(false)} /> : null}
      {resetUrl === undefined ? null : (
        <SecretDialog title={t('resetLink')} note={t('resetMade')} secret={resetUrl} onClose={() => setResetUrl(undefined)} />
      )}
    </Page>
  )
}

interface MemberRowProps {
  readonly member: Member
  onRole(role: Role): void
  onReset(): void
  onRemove(): void
}

function MemberRow({ member, onRole, onReset, onRemove }: MemberRowProps): JSX.Element {
  const { id, name, display_name, role } = member
  const mayManage = team.value?.may_manage === true
  const isOwn = id === session.value?.user.id
  return (
    <li>
      <span class="avatar" aria-hidden="true">
        {[...display_name.trim()].slice(0, 1).join('').toUpperCase()}
      </span>
      <span class="grow">
        <strong>
          <bdi>{display_name}</bdi>
        </strong>{' '}
        {isOwn ? <span class="tag">{t('you')}</span> : null}
        <br />
        <span class="muted small">{name}</span>
      </span>
      {mayManage ? <RoleChoice role={role} name={display_name} onChange={onRole} /> : <span>{t(ROLES[role])}</span>}
      {mayManage && !isOwn ? (
        <Menu
          label={`${t('more')}: ${display_name}`}
          actions={[
            { name: t('resetLink'), run: onReset },
            { name: t('remove'), isDanger: true, run: onRemove },
          ]}
        />
      ) : null}
    </li>
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
  const make = async ({ role = '', note = '' }: Readonly<Record<string, string>>): Promise<string> => {
    const { url } = await call<{ url: string }>(ofTeam(teamId, '/invitations'), { method: 'POST', body: { role, note } })
    onMade()
    return url
  }
  return (
    <MakeDialog title={t('invite')} note={t('inviteMade')} make={make} onClose={onClose}>
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
    </MakeDialog>
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
      <p class="actions">
        {(['csv', 'json'] as const).map((format) => (
          <a key={format} class="button" href={`/app/api${ofTeam(teamId, `/audit/export?format=${format}`)}`} download>
            {t('exportAs', { format: format.toUpperCase() })}
          </a>
        ))}
      </p>
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
