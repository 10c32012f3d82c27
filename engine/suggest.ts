/** `did you mean "…"?` for the nearest of `names`, within a third of its letters; of equals, one with its first letter. Undefined when none is near. */
export function suggest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  const most = Math.min(3, Math.max(1, Math.floor(name.length / 3)))
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of names) {
    const edits = editDistance(name.toLowerCase().slice(0, 40), candidate.toLowerCase())
    const distance = edits - (name[0]?.toLowerCase() === candidate[0]?.toLowerCase() ? 0.5 : 0)
    if (edits <= most && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best === undefined ? undefined : `did you mean "${best}"?`
}

/** Insertions, deletions, replacements and exchanges of neighbours that turn one into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1))
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
