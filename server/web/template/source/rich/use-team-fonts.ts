// The families of the fonts that the team has uploaded.
import { useEffect, useState } from 'preact/hooks'
import { call, ofTeam } from '../../../state/api.ts'
import { type FontFamily, familiesOf } from './view/fonts.ts'

interface ListedAsset {
  readonly name: string
  readonly type: string
}

/** None until they are known, and for who may not see the assets. */
export function useTeamFonts(teamId: string): readonly FontFamily[] {
  const [families, setFamilies] = useState<readonly FontFamily[]>([])
  useEffect(() => {
    let isLeft = false
    call<readonly ListedAsset[]>(ofTeam(teamId, '/assets')).then(
      (assets) => {
        if (!isLeft) setFamilies(familiesOf(assets.filter(({ type }) => type.startsWith('font/')).map(({ name }) => name)))
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [teamId])
  return families
}
