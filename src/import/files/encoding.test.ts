import { expect, test } from 'vitest';
import { decoderOf, encodingOf, fileEncoding } from './encoding.ts';

/** Text in encodings that Node cannot write, as bytes. */
test.each([
  [
    'gb18030',
    'c6bbb9fb20310ac5a3c8e220320ab0d7b2cb20330abca6b5b020340ab4f3c3d720350ab6b9b8af20360ac3e6b0fc20370ac5a3c4cc2038',
    '苹果',
  ],
  [
    'x-mac-cyrillic',
    '9fe1ebeeeaee0a83eee2dfe4e8ede00a90e8f120e1e5ebfbe90a95ebe5e120f0e6e0edeee90a8ceeebeeeaee',
    'Яблоко',
  ],
  ['iso-8859-15', '42bd75660abc75660a43bd75720a4372e86d65', 'Bœuf'],
  [
    'windows-1254',
    'de656b65720a497370616e616b207961f0fd0a53fc740ac7696c656b0a5065796e6972',
    'Şeker',
  ],
  ['windows-1255', 'faf4e5e70aece7ed0ae2e1e9f0e40ae7ece10ae1e9f6e4', 'תפוח'],
  ['iso-2022-jp', '1b2442246a247324341b28420a1b2442356d46791b2842', 'りんご'],
  [
    'gb18030',
    'b4f3c3d72c3130300ad0a1c2f3b7db2c3130310ab6b9b8af2c3130320acfe3d3cdb3b4bca6b5b02c31',
    '大米',
  ],
  [
    'big5',
    'a5d5a6cc2c3130300ab3c1afbb2c3130310aa8a7bb472c3130320ac2fbb34a2c3130330aa4fba8c52c31',
    '白米',
  ],
  [
    'euc-kr',
    'c7d2b9cc20b9e9b9cc2c3130300ab9d0b0a1b7e72c3130310ab5cebace2c3130320ab4deb0bf2c3130',
    '할미',
  ],
  [
    'euc-jp',
    'a4b3a4e12c3130300aa4bfa4dea4b42c3130310aa5dfa5eba5af2c3130320ac6a6c9e52c313033',
    'こめ',
  ],
  [
    'windows-1251',
    'd0e8f120e1e5ebfbe92c3130300acce0f1ebee2c3130310acceeebeeeaee2c3130320ad5ebe5e12c3130',
    'Рис',
  ],
  [
    'koi8-r',
    'f2c9d320c2c5ccd9ca2c3130300aedc1d3cccf2c3130310aedcfcccfcbcf2c3130320ae8ccc5c22c3130',
    'Рис',
  ],
  [
    'ibm866',
    '90a8e120a1a5abeba92c3130300a8ca0e1abae2c3130310a8caeabaeaaae2c3130320a95aba5a12c3130',
    'Рис',
  ],
  ['cp850', '4372 8a 6d652062 7281 6c82 650a5083 74822c310a4a616d 62a46e', 'Cr'],
  ['macintosh', '4b 8a 7365 0a 48 9f 68 6e 65 72 65 69 0a 52 9a 73 74 69', 'Käse'],
  [
    'windows-1254',
    '53fc740a596ff07572740a4179e769e7656b207961f0fd0a4bfd726dfd7afd2062696265720ade656b6572',
    'Süt',
  ],
  [
    'windows-1250',
    '4d6c656b6f0a9c6c65649f0a4a6162b36b6f0a54776172f3672070f3b374b3757374790a6db96b61',
    'Mleko',
  ],
  [
    'iso-8859-2',
    '4d6c656b6f0ab66c6564bc0a4a6162b36b6f0a54776172f3672070f3b374b3757374790a6db16b61',
    'Mleko',
  ],
  [
    'cp852',
    '4d6c656b6f0a986c6564ab0a4a6162886b6f0a54776172a2672070a2887488757374790a6da56b61',
    'Mleko',
  ],
  [
    'windows-1250',
    '486f76ec7aed0a4b75f8650a4872759a6b610a5a656ced0ad86570610a8e616d70696f6e0a8a9de176610a4ff86563680acfe162656c',
    'Hovězí',
  ],
  [
    'windows-1250',
    '54656a0a546f6ae1730a4b656e79e9720a46f574742062757267',
    'Tej\nTojás\nKenyér\nFőtt',
  ],
  [
    'windows-1257',
    '5069656e730ac2626f6c730a477572ed69730adee276e77461207a697673',
    'Piens\nĀbols\nGurķis',
  ],
  ['windows-1257', '53fb7269730ade757669730ad06f6b6f6c61646173', 'Sūris\nŽuvis\nŠoko'],
  ['koi8-u', 'e8cca6c20af3c9d20ab7d6c10aefcca6d1', 'Хліб\nСир\nЇжа'],
  ['windows-1253', 'd8f9ecdf0ac3dcebe10ad4f5f1df0accdeebef0ad8dcf1e90acbdce4e9', 'Ψωμί\nΓάλα'],
  ['iso-8859-6', 'cec8d20acde4eac80accc8e6', 'خبز\nحليب\nجبن'],
  [
    'cp860',
    '4665696a846f0a4d6187840a4c696d9465730a50846f206465206d656c0a4d6163617272846f20636f7a69646f0a4d616d846f0a4187a3636172',
    'Feijão',
  ],
  [
    'cp737',
    '96e0a3e50a92aca8e520ade2ab980a84a2a0e2aa0a82e1a29820a7a2e3a89caa0a89a6abe6a7a6aca2a6',
    'Ψωμί',
  ],
  [
    'cp857',
    '456c6d612068619f6c616e6d8d9f0a9e656b65720a5961a70a538da78d72206b8d7a6172748d6c6d8d9f0a8069a720738174',
    'Elma haşlanmış',
  ],
  ['cp862', '878c810a8c878d208c818f0a9a9485870a928593208e8185998c', 'חלב'],
  ['macintosh', '53616c6d976e2064652063616d706196610a4a616d976e0a4c696d976e0a50699661', 'Salmón'],
  [
    'x-mac-ce',
    '4a61626c6b6f2070e4656e698b6ef90a4b75de6520ec69746ef90a487275e46b610a4d6c8e6b6f20706c6e6f74758b6e8e',
    'Jablko pšeničný',
  ],
  ['windows-1256', 'cec8d20acde1edc80ae1cde30acfccc7cc0acaddc7cd', 'خبز'],
  ['windows-1255', 'b5672ce7ece10ae2e1e9f0e420ece1f0e40aece7ed20f9e7e5f8', 'µg,חלב'],
  ['utf-8', '5669745f445fb5670a312c32', 'Vit_D_'],
  ['utf-8', '4372e86d650a4ac463686572', 'Cr'],
])('encodingOf recognizes %s by its bytes', (encoding, hex, start) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  expect(encodingOf(bytes)).toBe(encoding);
  expect(decoderOf(encoding)(bytes)).toMatch(new RegExp(`^${start}`));
});

test.each([
  ['a footnote sign', 'Butter,81.11¹\nCheese,5.56¹,617¹\nBasil,3.15¹\nJuice,50¹,0.3¹'],
  ['an ordinal sign', 'Queijo nº 1\nnº 2\nnº 3\nnº 4\nnº 5\nPão\nMaçã de 1ª'],
  ['a footnote sign after words with accents', 'Crème brûlée,81.11¹\nCheese,5.56¹\nBasil,3.15¹'],
])('encodingOf does not mistake %s of Windows-1252 for a letter of another encoding', (_, text) => {
  expect(encodingOf(Buffer.from(text, 'latin1'))).toBe('utf-8');
});

test('encodingOf does not mistake a few Chinese names for Korean', () => {
  const bytes = Buffer.from('baecc6a1bec62028ccfdd7b0290ad1f2cce3bdee0ad0d3c8cab8e0', 'hex');
  expect(encodingOf(bytes)).not.toBe('euc-kr');
});

test.each([
  ['most', 'c7d2'.repeat(5) + 'b9cc'.repeat(2), 'euc-kr'],
  ['nearly all', `${'c7d2'.repeat(3)}b9cc`, undefined],
])('encodingOf of text in which %s syllables end in a consonant', (_, name, encoding) => {
  const bytes = Buffer.from(`${name}2c3130300a`.repeat(6), 'hex');
  expect(encodingOf(bytes)).toBe(encoding);
});

test.each([
  'Þeker\nyoðurt\nBalýk\nEkmek\nPeynir',
  'kýrmýzý biber\nfasulye',
  'Sýðýr\nIspanak\nÞalgam',
  'BALIK\nÝNCÝR',
])('encodingOf does not mistake a few Turkish names for Icelandic or Czech: %j', (text) => {
  expect(encodingOf(Buffer.from(text, 'latin1'))).toBe('windows-1254');
});

test('encodingOf does not mistake Portuguese for Hungarian', () => {
  expect(encodingOf(Buffer.from('Limões\nFeijões\nCafé', 'latin1'))).toBe('utf-8');
});

test.each([
  'Mjólk\nÞorskur, soðinn\nBrauð\nSmjör, sýrt',
  'Ýsa\nBrauð\nÞorskur\nMjöl',
  'Ýsa\nÞorskalýsi',
])('encodingOf does not mistake Icelandic for Turkish: %j', (text) => {
  expect(encodingOf(Buffer.from(text, 'latin1'))).toBe('utf-8');
});

test('encodingOf finishes, however long a word is', () => {
  const text = `Ýsa\nBrauð\na${'ý'.repeat(20_000)}e`;
  expect(typeof encodingOf(Buffer.from(text, 'latin1'))).toBe('string');
});

test('encodingOf counts only lines that are not ASCII', () => {
  // Words in Windows-1251, one line in UTF-8, and many ASCII lines.
  const russian = 'dfe1ebeeeaee0accfff1ee0ad5ebe5e10ad0fbe1e00acceeebeeeaeee00a';
  const parts = [
    Buffer.from(russian.repeat(3), 'hex'),
    Buffer.from('Käse\n'),
    Buffer.from('a,b\n'.repeat(40)),
  ];
  expect(encodingOf(Buffer.concat(parts))).toBe('windows-1251');
});

test('encodingOf returns utf-8 for Windows-1252 with some lines in UTF-8: each line is decoded separately', () => {
  const [own, others] = [Buffer.from('Pålägg\n'), Buffer.from('Köttkorv\nRågbröd\n', 'latin1')];
  expect(encodingOf(Buffer.concat([others, own]))).toBe('utf-8');
});

test('encodingOf does not guess if no encoding fits', () => {
  expect(encodingOf(Buffer.from('a\x81b\x8dc\x8fd\x90e\x9df\x81', 'latin1'))).toBe(undefined);
});

test('decoderOf reads code page 850', () => {
  expect(decoderOf('cp850')(Buffer.from([0x80, 0x82, 0x9b, 0xff]))).toBe('Çéø\u00a0');
});

test.each(['Tea ~{abcd~} é', '[{"name":"~{ab~}"}]'])(
  'fileEncoding does not take braces for HZ: %s',
  async (text) => {
    async function* read() {
      yield Buffer.from(text);
    }
    expect(await fileEncoding({ name: 'a', path: 'a', isPacked: false, read })).toBe('utf-8');
  },
);

test('fileEncoding looks at the first line too', async () => {
  async function* read() {
    // "Продукт;Калории;Белки" in Windows-1251.
    const header = Buffer.from('cff0eee4f3eaf23bcae0ebeef0e8e83bc1e5ebeae8', 'hex');
    yield Buffer.concat([header, Buffer.from('\nCheese;1;2\nMilk;3;4\n')]);
  }
  expect(await fileEncoding({ name: 'a', path: 'a', isPacked: false, read })).toBe('windows-1251');
});

test('fileEncoding looks at the first 4 MiB', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'a');
  let chunks = 0;
  async function* read() {
    for (; chunks < 9; chunks++) yield chunk;
  }
  expect(await fileEncoding({ name: 'a', path: 'a', isPacked: false, read })).toBe('utf-8');
  expect(chunks).toBe(4);
});
