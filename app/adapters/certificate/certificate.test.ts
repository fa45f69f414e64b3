import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { openCertificate, readCertificate } from './certificate.server.ts';

const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghmtFOoJQA2ppxdbB
w8aqRAKNNWeNmaT2KDAAIuAgg2mhRANCAARfSRgw4IfQFkMOui836C9ZSjyATsOO
99cbHgTuhkjjEMwmKY3cUwE6Gsei+0XlcqjilG7qhXDY/+6z5I9lLwvF
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBEDCBuAIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcN
MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2Fs
aG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABF9JGDDgh9AWQw66LzfoL1lK
PIBOw4731xseBO6GSOMQzCYpjdxTAToax6L7ReVyqOKUbuqFcNj/7rPkj2UvC8Uw
CgYIKoZIzj0EAwIDRwAwRAIgblDS2OSwTsigvhlDrLCvh3v/mdyy6w9a0R45RyP2
5PcCIEr2htegY4PPUv/U5aWzq+IE/oxqutqWDMNmhVu6CMDq
-----END CERTIFICATE-----`,
};

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`https://localhost:${(server.address() as AddressInfo).port}`);
};

test('reads the certificate of a live shop with an https address', () => {
  expect(openCertificate({ mode: 'live', shopUrl: 'https://shop.in' })).toBeDefined();
  expect(openCertificate({ mode: 'live', shopUrl: 'http://shop.in' })).toBeUndefined();
  expect(openCertificate({ mode: 'demo', shopUrl: 'https://shop.in' })).toBeUndefined();
});

test('reads an untrusted certificate and says why it isn’t trusted', async () => {
  const server = createServer(SELF_SIGNED);
  try {
    const found = await readCertificate(await listen(server));
    expect(found.problem).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(found.validFrom).toEqual(new Date('2020-01-01'));
    expect(found.validUntil).toEqual(new Date('2120-01-01'));
  } finally {
    server.close();
  }
});

test('gives up in time on a silent, absent or foreign server', async () => {
  const silent = createTcpServer();
  const url = await listen(silent);
  await expect(readCertificate(url, { answersWithinMs: 100 })).rejects.toThrow('no answer');
  silent.close();
  const chatty = createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(readCertificate(await listen(chatty))).rejects.toThrow();
  chatty.close();
  await expect(readCertificate(new URL('https://localhost:1'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
