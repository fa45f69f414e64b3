import { showToast } from '#app/ui/kit/toast.tsx';

/**
 * What a post was answered, or the specified words when it could not be done at all: the network is away, the piece is
 * gone, the shop broke (S1 §8). The page stays as it is; what broke on the server is in its log.
 */
export async function orTrouble<Outcome>(posted: Promise<Outcome>, message: string): Promise<Exclude<Outcome, Response> | { ok: false; message: string }> {
  try {
    return (await posted) as Exclude<Outcome, Response>;
  } catch (trouble) {
    if (trouble instanceof Response) throw trouble;
    return { ok: false, message };
  }
}

/** 'Added …' with the way to the cart, or why not. It stands here because a route with an action can't name a toast's. */
export function showAdded(answer: { ok: boolean; message: string }): void {
  showToast(answer.ok ? { text: answer.message, action: { label: 'View cart', to: '/cart' } } : { text: answer.message, tone: 'alert' });
}
