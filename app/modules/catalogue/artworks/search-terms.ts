import type { Artwork } from './artwork.ts';

export const MAX_QUERY = 100;

const SYNONYMS = [
  ['saree', 'sari', 'साड़ी'],
  ['dupatta', 'chunni', 'chunari', 'odhni', 'stole', 'दुपट्टा', 'चुन्नी', 'चुनरी', 'ओढ़नी'],
  ['diya', 'deepak', 'deepam', 'lamp', 'दीया', 'दिया', 'दीपक'],
  ['madhubani', 'mithila', 'मधुबनी'],
  ['aipan', 'aepan', 'ऐपण'],
  ['pichwai', 'pichhwai', 'पिछवाई'],
  ['peacock', 'mayur', 'मोर', 'मयूर'],
  ['marigold', 'genda', 'गेंदा'],
  ['basket', 'tokri', 'टोकरी'],
  ['soap', 'sabun', 'साबुन'],
  ['shampoo', 'shampu', 'शैम्पू'],
  ['neem', 'नीम'],
  ['rose', 'gulab', 'गुलाब'],
  ['amla', 'gooseberry', 'आंवला', 'आँवला'],
  ['reetha', 'ritha', 'soapnut', 'रीठा'],
  ['vase', 'guldan', 'phooldan', 'kalash', 'matka', 'फूलदान', 'कलश', 'मटका'],
  ['terracotta', 'clay', 'mitti', 'मिट्टी'],
  ['box', 'dibba', 'dabba', 'डिब्बा', 'डब्बा'],
  ['brass', 'peetal', 'pital', 'पीतल'],
  ['painting', 'chitra', 'tasveer', 'चित्र', 'तस्वीर'],
  ['himalaya', 'himalayan', 'हिमालय'],
  ['tulsi', 'basil', 'तुलसी'],
  ['papier', 'paper'],
  ['mâché', 'mache'],
  ['handcraft', 'handicraft', 'craft'],
] as const;

const ALTERNATIVES = new Map<string, readonly string[]>(
  SYNONYMS.flatMap((row) =>
    row.map((word) => [word.normalize('NFC'), row.map((one) => one.normalize('NFC'))] as const),
  ),
);
export const SYNONYM_TERMS: readonly string[] = [...ALTERNATIVES.keys()];
const STOP_TERMS = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

export const isTelling = (word: string): boolean => !STOP_TERMS.has(word);

const BETWEEN = /[\s\p{Pd}\p{Pi}\p{Pf}.,;:!?'"()[\]{}/\\&+|·…]+/u;

export function splitTerms(query: string): string[] {
  const text = query.slice(0, MAX_QUERY).normalize('NFC').toLowerCase().trim();
  const terms = text.split(BETWEEN).filter(Boolean);
  return terms.length > 0 || text === '' ? terms : [text];
}

/** Skips stop words unless the query has no other words. */
export function termsOf(query: string): string[][] {
  const terms = splitTerms(query);
  const telling = terms.filter(isTelling);
  return (telling.length > 0 ? telling : terms).map(spellingsOf);
}

/** Returns the spellings of a word. The singular covers the plural, because search matches parts of words. */
export function spellingsOf(word: string): string[] {
  const singulars = singularsOf(word);
  const synonyms = [...singulars, word].map((each) => ALTERNATIVES.get(each)).find(Boolean) ?? [];
  return [...new Set([...singulars, ...synonyms])];
}

function singularsOf(word: string): string[] {
  if (word.length <= 3 || !word.endsWith('s') || word.endsWith('ss')) return [word];
  if (/(?:x|z|ss|sh|ch)es$/.test(word)) return [word.slice(0, -2)];
  const singular = word.slice(0, -1);
  return word.length > 5 && word.endsWith('ies') ? [`${word.slice(0, -3)}y`, singular] : [singular];
}

export function matchesSearch(
  artwork: Pick<Artwork, 'title' | 'description' | 'category' | 'tags'>,
  query: string,
): boolean {
  const text = [artwork.title, artwork.description, artwork.category, ...artwork.tags]
    .join('\n')
    .normalize('NFC')
    .toLowerCase();
  return termsOf(query).every((spellings) => spellings.some((spelling) => text.includes(spelling)));
}

/** Returns the known word within one typo, or within two for words of eight letters or more. */
export function nearestWord(word: string, vocabulary: Iterable<string>): string | undefined {
  const slips = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (slips === 0) return undefined;
  let best: { word: string; distance: number } | undefined;
  for (const candidate of vocabulary) {
    if (Math.abs(candidate.length - word.length) > slips) continue;
    const distance = slipsBetween(word, candidate) + (candidate[0] === word[0] ? 0 : 0.5);
    if (distance >= slips + 1) continue;
    if (!best || distance < best.distance || (distance === best.distance && candidate < best.word))
      best = { word: candidate, distance };
  }
  return best?.word;
}

export function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
