export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function findSubscription(publicKey: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const key = subscription?.options.applicationServerKey;
  return subscription && (!key || encode(key) === publicKey) ? subscription : undefined;
}

/**
 * Asks for permission and subscribes. Returns undefined if notifications are blocked. Throws without a push service.
 */
export async function subscribe(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with an earlier key would prevent a new subscription.
  if (!(await findSubscription(publicKey))) await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  if (!p256dh || !auth) throw new Error('the browser gave no keys');
  return { endpoint: subscription.endpoint, p256dh: encode(p256dh), auth: encode(auth) };
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
