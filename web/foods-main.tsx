import { FoodsPage } from './foods-page.tsx';
import { mount } from './mount.tsx';

void mount(FoodsPage);
