import { expect, test } from 'vitest';
import { withoutPassword } from './database-error.ts';

test.each([
  ['foods.sqlite', 'foods.sqlite'],
  ['./a:b@c.sqlite', './a:b@c.sqlite'],
  ['postgres://db/foods', 'postgres://db/foods'],
  ['postgres://reader@db/foods', 'postgres://reader@db/foods'],
  ['postgres://reader:secret@db:5432/foods', 'postgres://reader@db:5432/foods'],
  ['postgres://reader:sec@ret/x?y@db/foods', 'postgres://reader@db/foods'],
  ['postgres://:secret@db/foods', 'postgres://@db/foods'],
  ['mysql://root:secret@db', 'mysql://root@db'],
  ['postgres:///foods?user=a&password=secret&x=1', 'postgres:///foods?user=a&password=…&x=1'],
  ['postgres://db/foods?sslpassword=secret', 'postgres://db/foods?sslpassword=…'],
  ['https://a.example/foods.index', 'https://a.example/foods.index'],
  ['https://user:s3cret@a.example/x?sig=secret&se=1', 'https://user@a.example/x?…'],
  ['HTTP://a.example/x#secret', 'HTTP://a.example/x#…'],
])('withoutPassword(%j) is %j', (address, shown) => {
  expect(withoutPassword(address)).toBe(shown);
});
