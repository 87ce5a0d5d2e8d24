//! Values by key in the browser's database (IndexedDB), and the list of open tabs. A browser may refuse both, as it
//! does in a sandboxed frame.

use descriptorium_core::sorted_map::SortedMap;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode};

use crate::browser::dom::reason;
use crate::words::files as words;

const DATABASE: &str = "descriptorium";
const STORE: &str = "drafts";
/// The prefix of the lock of an open tab, before the id of the tab.
const LOCK: &str = "descriptorium.tab.";

/// The key of the tab's id in the session storage.
const TAB: &str = "descriptorium.tab";

/// A random id.
pub fn random_id() -> String {
    let random = |_| char::from(b'a' + (js_sys::Math::random() * 26.0) as u8);
    (0..12).map(random).collect()
}

/// Stores the id of this tab, and returns the previous id if the page was reloaded.
pub fn loaded_before(tab: &str) -> Option<String> {
    let storage = leptos::prelude::window().session_storage().ok().flatten()?;
    let before = storage.get_item(TAB).ok().flatten();
    // Without session storage, drafts are offered instead of restored.
    let _ = storage.set_item(TAB, tab);
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let navigation = get(&get(&leptos::prelude::window(), "performance"), "navigation");
    // 1: reload; 2: back or forward in the history.
    let is_again = matches!(get(&navigation, "type").as_f64(), Some(1.0 | 2.0));
    before.filter(|_| is_again)
}

/// A result with the error message of the browser.
pub type Outcome<T> = Result<T, String>;

/// Opens the database, and creates it if it does not exist.
pub async fn open() -> Outcome<IdbDatabase> {
    let factory = leptos::prelude::window().indexed_db().map_err(reason)?.ok_or(words::no_storage())?;
    let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, 1).map_err(reason)?;
    let made = request.clone();
    let upgrade = Closure::once_into_js(move || {
        let database = made.result().ok().and_then(|result| result.dyn_into::<IdbDatabase>().ok());
        // If the store cannot be created, its first use fails.
        let _ = database.map(|database| database.create_object_store(STORE));
    });
    request.set_onupgradeneeded(Some(upgrade.unchecked_ref()));
    answer(&request).await?.dyn_into::<IdbDatabase>().map_err(reason)
}

/// Stores values under their keys and replaces the previous ones: all of them, or none.
pub async fn put(database: &IdbDatabase, values: &[(&str, JsValue)]) -> Outcome<()> {
    let (transaction, store) = begin(database, IdbTransactionMode::Readwrite)?;
    for (key, value) in values {
        store.put_with_key(value, &(*key).into()).map_err(reason)?;
    }
    complete(&transaction).await
}

/// The value of a key; undefined if there is none.
pub async fn get(database: &IdbDatabase, key: &str) -> Outcome<JsValue> {
    let (_, store) = begin(database, IdbTransactionMode::Readonly)?;
    answer(&store.get(&key.into()).map_err(reason)?).await
}

/// Deletes the values of keys: all of them, or none.
pub async fn delete(database: &IdbDatabase, keys: &[&str]) -> Outcome<()> {
    let (transaction, store) = begin(database, IdbTransactionMode::Readwrite)?;
    for key in keys {
        store.delete(&(*key).into()).map_err(reason)?;
    }
    complete(&transaction).await
}

/// All values by their keys.
pub async fn all(database: &IdbDatabase) -> Outcome<SortedMap<String, JsValue>> {
    let (_, store) = begin(database, IdbTransactionMode::Readonly)?;
    // Within a transaction, both are of the same moment; both are sorted by key.
    let (keys, values) = (store.get_all_keys().map_err(reason)?, store.get_all().map_err(reason)?);
    let (keys, values) = (Array::from(&answer(&keys).await?), Array::from(&answer(&values).await?));
    Ok(keys.iter().zip(values.iter()).filter_map(|(key, value)| Some((key.as_string()?, value))).collect())
}

fn begin(database: &IdbDatabase, mode: IdbTransactionMode) -> Outcome<(IdbTransaction, IdbObjectStore)> {
    let transaction = database.transaction_with_str_and_mode(STORE, mode).map_err(reason)?;
    let store = transaction.object_store(STORE).map_err(reason)?;
    Ok((transaction, store))
}

async fn answer(request: &IdbRequest) -> Outcome<JsValue> {
    let done = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(done).await.map_err(|_| error_of(request))?;
    request.result().map_err(reason)
}

async fn complete(transaction: &IdbTransaction) -> Outcome<()> {
    let done = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onerror(Some(&reject));
        transaction.set_onabort(Some(&reject));
    });
    let done = JsFuture::from(done).await;
    done.map(drop).map_err(|_| transaction.error().map_or_else(|| words::aborted().to_owned(), |error| error.message()))
}

fn error_of(request: &IdbRequest) -> String {
    request.error().ok().flatten().map_or_else(|| words::failed().to_owned(), |error| error.message())
}

/// Marks this tab as open for as long as the page exists. Has no effect in a browser without locks.
pub fn hold(tab: &str) {
    let forever = Closure::<dyn Fn() -> Promise>::new(|| Promise::new(&mut |_, _| {})).into_js_value();
    // Without the lock, the drafts of an open tab are also offered in others, which loses nothing.
    let _ = ask_locks("request", &[format!("{LOCK}{tab}").into(), forever]);
}

/// The open tabs, as far as the browser knows them.
pub async fn open_tabs() -> Vec<String> {
    let Some(asked) = ask_locks("query", &[]) else { return Vec::new() };
    let Ok(answer) = JsFuture::from(asked).await else { return Vec::new() };
    let held = Reflect::get(&answer, &"held".into()).unwrap_or_default();
    let held = Array::from(&held);
    let names = held.iter().filter_map(|lock| Reflect::get(&lock, &"name".into()).ok()?.as_string());
    names.filter_map(|name| Some(name.strip_prefix(LOCK)?.to_owned())).collect()
}

fn ask_locks(method: &str, arguments: &[JsValue]) -> Option<Promise> {
    let navigator = leptos::prelude::window().navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok().filter(|locks| !locks.is_undefined())?;
    let method: Function = Reflect::get(&locks, &method.into()).ok()?.dyn_into().ok()?;
    method.apply(&locks, &arguments.iter().cloned().collect::<Array>()).ok()?.dyn_into().ok()
}
